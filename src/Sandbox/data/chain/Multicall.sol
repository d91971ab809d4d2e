// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

/// What stands at Multicall3's address on every public chain, as far as payments are checked with it: several calls in
/// one, where one that fails does not fail the others.
contract Multicall {
    struct Call {
        address target;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 index = 0; index < calls.length; index++) {
            (bool success, bytes memory returnData) = calls[index].target.call(calls[index].callData);
            require(success || !requireSuccess, "Multicall: a call failed");
            results[index] = Result(success, returnData);
        }
    }
}
